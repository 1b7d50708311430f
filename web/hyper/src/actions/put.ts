// @put(url, options) replaces a resource with the method PUT.

import { actions, type Run } from '../engine/context';
import { send } from '../engine/fetch';
import type { RequestOptions } from '../engine/request';

actions.put = (run: Run, url: string, options?: RequestOptions): Promise<void> => send(run, 'PUT', url, options);
