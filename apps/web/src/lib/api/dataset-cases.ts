import type { ComparisonCase } from '@lathe/contract'
import { client } from './api.ts'
import { formatExactCount, plural } from '../format/format.ts'

const PAGE_SIZE = 1_000

export type ExampleSelection = { dataset: string; version?: number; split?: string; q?: string }

export type DatasetCase = Omit<ComparisonCase, 'key'>

/** Cases that fit into a comparison, and the total number of examples. */
export type DatasetCases = { cases: DatasetCase[]; total: number }

/** The examples of one version as comparison cases, in order. */
export async function loadDatasetCases(
  selection: ExampleSelection,
  limit: number,
): Promise<DatasetCases> {
  const cases: DatasetCase[] = []
  let { version } = selection
  for (;;) {
    const page = await client.datasets.examples({
      ...selection,
      ...(version !== undefined && { version }),
      offset: cases.length,
      limit: Math.min(PAGE_SIZE, limit - cases.length),
    })
    // All pages use the version of the first page. An empty dataset has no version.
    version ??= page.version || undefined
    for (const { id, datasetId, inputs, reference, traceId } of page.items) {
      const example = { dataset: datasetId, id, version: page.version }
      cases.push({
        name: '',
        input: inputs,
        reference,
        example,
        ...(traceId !== null && { traceId }),
      })
    }
    if (page.items.length === 0 || cases.length >= Math.min(page.total, limit)) {
      return { cases, total: page.total }
    }
  }
}

/** Undefined if all examples fit. */
export const describeOmittedExamples = ({ cases, total }: DatasetCases): string | undefined =>
  total > cases.length
    ? `Uses the first ${formatExactCount(cases.length)} of ${plural(total, 'example')}: the limit of a comparison`
    : undefined
