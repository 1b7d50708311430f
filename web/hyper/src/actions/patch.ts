// @patch(url, options) changes a resource with the method PATCH.

import { actions, type Run } from '../engine/context';
import { send } from '../engine/fetch';
import type { RequestOptions } from '../engine/request';

actions.patch = (run: Run, url: string, options?: RequestOptions): Promise<void> => send(run, 'PATCH', url, options);
