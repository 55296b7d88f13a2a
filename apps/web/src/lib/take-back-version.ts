import { client } from './api.ts'

/** Makes a dataset what it was before this version, as long as that is its newest. */
export async function takeBackVersion(dataset: string, made: number): Promise<void> {
  const { version } = await client.datasets.get({ dataset })
  if (version !== made) {
    throw new Error('It has changed since. Its versions are kept: go back to one of them there.')
  }
  await client.datasets.revert({ dataset, version: made - 1 })
}
