// @setAll(value, {include, exclude}) sets all signals that the filter chooses.

import type { Run } from '../engine/context';
import { change, type Filter } from '../engine/store';

export const setAll = (_: Run, value: unknown, filter?: Filter): void => change(() => value, filter);
