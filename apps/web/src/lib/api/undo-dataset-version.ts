import { client } from './api.ts'

/**
 * Reverts a dataset to the version before this one. Rejects with CONFLICT if there is a newer
 * version.
 */
export async function takeBackVersion(dataset: string, made: number): Promise<void> {
  await client.datasets.revert({ dataset, version: made - 1, base: made })
}
