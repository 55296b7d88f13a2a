/** How many cases a property is tried with: a few each time, or as many as `PROPERTY_RUNS` says. */
export const propertyRuns = (usual: number): number => Number(process.env['PROPERTY_RUNS'] ?? usual)
