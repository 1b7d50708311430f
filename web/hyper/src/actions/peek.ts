// @peek(() => …) reads signals without running again when they change.

import type { Run } from '../engine/context';
import { untracked } from '../engine/reactive';

export const peek = <T>(_: Run, read: () => T): T => untracked(read);
