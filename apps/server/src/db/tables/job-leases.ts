/** Which process works at what outlives its request. */
export type JobLeasesTable = {
  kind: 'comparison' | 'replays' | 'index'
  id: string
  owner: string
  lease_until: number
}
