import * as z from 'zod'

/** Query of a trace import. The body is the file. */
export const TraceImport = z.strictObject({
  /** Project of traces that name none. */
  project: z.string().trim().min(1).max(500).optional(),
})
export type TraceImport = z.infer<typeof TraceImport>

export const TraceFileFormat = z.enum(['lathe', 'langsmith', 'otlp'])
export type TraceFileFormat = z.infer<typeof TraceFileFormat>

export const TraceImportProblems = z.object({
  total: z.int(),
  /** The first 100. */
  first: z.array(z.object({ location: z.string(), message: z.string() })),
})
export type TraceImportProblems = z.infer<typeof TraceImportProblems>

export const TraceImportReport = z.object({
  /** Formats of its records, in order of first occurrence. */
  formats: z.array(TraceFileFormat),
  /** Traces with new data. In files of other programs, traces whose first span is in the file. */
  traces: z.int(),
  /** Spans that are new or that ended in the file. */
  spans: z.int(),
  /** Spans of a Lathe export that already exist. They stay unchanged. */
  existing: z.int(),
  /** Runs of this server that still run or have no new data. They stay unchanged. */
  skippedRuns: z.int(),
  problems: TraceImportProblems,
})
export type TraceImportReport = z.infer<typeof TraceImportReport>
