// @toggleAll({include, exclude}) turns all signals that the filter chooses into
// their opposites.

import type { Run } from '../engine/context';
import { change, type Filter } from '../engine/store';

export const toggleAll = (_: Run, filter?: Filter): void => change((value) => !value, filter);
