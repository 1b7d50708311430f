// @delete(url, options) deletes a resource with the method DELETE.

import { actions, type Run } from '../engine/context';
import { send } from '../engine/fetch';
import type { RequestOptions } from '../engine/request';

actions.delete = (run: Run, url: string, options?: RequestOptions): Promise<void> => send(run, 'DELETE', url, options);
