import type { ComparisonCase } from '@lathe/contract'
import { client } from './api.ts'

const PAGE = 1_000

export type ChosenExamples = { dataset: string; version?: number; split?: string; q?: string }

export type DatasetCase = Omit<ComparisonCase, 'key'>

/** Examples of one version as cases of a comparison, in their order. */
export async function casesOfDataset(chosen: ChosenExamples, most: number): Promise<DatasetCase[]> {
  const cases: DatasetCase[] = []
  let { version } = chosen
  for (;;) {
    const page = await client.datasets.examples({
      ...chosen,
      ...(version !== undefined && { version }),
      offset: cases.length,
      limit: Math.min(PAGE, most - cases.length),
    })
    // All of them are of the version that the first ones are of. An empty dataset has none.
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
    if (page.items.length === 0 || cases.length >= Math.min(page.total, most)) return cases
  }
}
