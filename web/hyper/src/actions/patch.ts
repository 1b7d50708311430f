// @patch(url, options) changes a resource with the method PATCH.

import type { Run } from '../engine/context';
import { send } from '../engine/fetch';
import type { RequestOptions } from '../engine/request';

export const patch = (run: Run, url: string, options?: RequestOptions): Promise<void> => send(run, 'PATCH', url, options);
