// @get(url, options) asks for a resource, or opens a stream of events with the method GET.

import type { Run } from '../engine/context';
import { send } from '../engine/fetch';
import type { RequestOptions } from '../engine/request';

export const get = (run: Run, url: string, options?: RequestOptions): Promise<void> => send(run, 'GET', url, options);
