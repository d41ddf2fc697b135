import type { Row } from '#lib';
import type { ComparisonRow } from './ports.ts';

/** Column values of comparisons. */
export function comparisonToRow(comparison: ComparisonRow): Row {
  return {
    id: comparison.id,
    status: comparison.status,
    definition: comparison.definition,
    report: comparison.report,
    created_at: comparison.createdAt,
    updated_at: comparison.updatedAt,
  };
}
