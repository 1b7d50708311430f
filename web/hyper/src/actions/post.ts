// @post(url, options) sends signals or a form with the method POST.

import { actions, type Run } from '../engine/context';
import { send } from '../engine/fetch';
import type { RequestOptions } from '../engine/request';

actions.post = (run: Run, url: string, options?: RequestOptions): Promise<void> => send(run, 'POST', url, options);
