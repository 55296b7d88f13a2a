import { client } from './api.ts'

/**
 * Reverts a dataset to the version before this one. Rejects with CONFLICT if there is a newer
 * version.
 */
export async function undoDatasetVersion(dataset: string, version: number): Promise<void> {
  await client.datasets.revert({ dataset, version: version - 1, base: version })
}
