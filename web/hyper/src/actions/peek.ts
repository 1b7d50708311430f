// @peek(() => …) reads signals without running again when they change.

import { actions, type Run } from '../engine/context';
import { untracked } from '../engine/reactive';

actions.peek = <T>(_: Run, read: () => T): T => untracked(read);
