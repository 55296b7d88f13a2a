/** Which process works at what outlives its request. */
export type JobLeasesTable = {
  /** `readiness` is nobody's: it is written to see whether the store takes a write. */
  kind: 'comparison' | 'replays' | 'index' | 'metadata' | 'recount' | 'readiness'
  id: string
  owner: string
  lease_until: number
}
