export type RunQuery = {
  session?: string[] | undefined
  id?: string[] | undefined
  trace?: string | undefined
  parentRun?: string | undefined
  runType?: string | undefined
  isRoot?: boolean | undefined
  error?: boolean | undefined
  startTime?: string | number | undefined
  endTime?: string | number | undefined
  query?: string | undefined
  filter?: string | undefined
  traceFilter?: string | undefined
  treeFilter?: string | undefined
  referenceExample?: string[] | undefined
  order: 'asc' | 'desc'
  limit: number
  cursor?: string | undefined
}
