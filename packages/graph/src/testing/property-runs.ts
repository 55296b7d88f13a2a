/** Number of cases per property: a few by default, or the value of `PROPERTY_RUNS`. */
export const propertyRuns = (usual: number): number => Number(process.env['PROPERTY_RUNS'] ?? usual)
