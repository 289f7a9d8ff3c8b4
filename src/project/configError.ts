// The error for a configuration that cannot be used.

import { PerigeeError } from '../base/errors.ts';

export class ConfigError extends PerigeeError<{ readonly code: 'project_config' }> {
  constructor(message: string, cause?: unknown) {
    super({ code: 'project_config' }, message, { cause });
  }
}
