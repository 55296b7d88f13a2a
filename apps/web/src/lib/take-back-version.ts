import { client } from './api.ts'

/** Makes a dataset what it was before this version; refused with CONFLICT once it has a newer one. */
export async function takeBackVersion(dataset: string, made: number): Promise<void> {
  await client.datasets.revert({ dataset, version: made - 1, base: made })
}
