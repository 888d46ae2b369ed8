import { ErrorState } from '../ui/states.tsx';

interface ReportErrorProps {
  readonly error: Error;
  readonly query: { readonly refetch: () => Promise<unknown>; readonly isFetching: boolean };
}

/** Says that a report could not be loaded, and offers to try again. */
export const ReportError = ({ error, query }: ReportErrorProps) => (
  <div className="rep-e">
    <ErrorState title={error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
      The record is safe.
    </ErrorState>
  </div>
);
