import { ServiceUnavailable } from '../../domain/kernel/service-unavailable.ts';

export class AiUnavailable extends ServiceUnavailable {
  override readonly name = 'AiUnavailable';
  readonly detail = this.message;
  readonly retryAfter = 60;
}
