import * as z from 'zod'

export const ComparisonStatus = z.enum(['draft', 'running', 'done', 'stopped'])
export type ComparisonStatus = z.infer<typeof ComparisonStatus>
