/** The process that runs each job. */
export type JobLeasesTable = {
  /** `readiness` is not a job: the health check writes it to test the store. */
  kind: 'comparison' | 'replays' | 'index' | 'metadata' | 'recount' | 'readiness'
  id: string
  owner: string
  lease_until: number
}
