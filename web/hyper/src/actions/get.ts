// @get(url, options) asks for a resource, or opens a stream of events with the method GET.

import { actions, type Run } from '../engine/context';
import { send } from '../engine/fetch';
import type { RequestOptions } from '../engine/request';

actions.get = (run: Run, url: string, options?: RequestOptions): Promise<void> => send(run, 'GET', url, options);
