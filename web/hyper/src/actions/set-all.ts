// @setAll(value, {include, exclude}) sets all signals that the filter chooses.

import { actions, type Run } from '../engine/context';
import { change, type Filter } from '../engine/store';

actions.setAll = (_: Run, value: unknown, filter?: Filter): void => change(() => value, filter);
