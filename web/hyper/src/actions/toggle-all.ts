// @toggleAll({include, exclude}) turns all signals that the filter chooses into
// their opposites.

import { actions, type Run } from '../engine/context';
import { change, type Filter } from '../engine/store';

actions.toggleAll = (_: Run, filter?: Filter): void => change((value) => !value, filter);
