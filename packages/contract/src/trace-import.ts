import * as z from 'zod'

/** A file of traces is sent as it is, so what is asked beside it is its query. */
export const TraceImport = z.strictObject({
  /** Where traces go that name no project. */
  project: z.string().trim().min(1).max(500).optional(),
})
export type TraceImport = z.infer<typeof TraceImport>

export const TraceFileFormat = z.enum(['lathe', 'langsmith', 'otlp'])
export type TraceFileFormat = z.infer<typeof TraceFileFormat>

export const TraceImportProblems = z.object({
  total: z.int(),
  /** The first hundred. */
  first: z.array(z.object({ place: z.string(), message: z.string() })),
})
export type TraceImportProblems = z.infer<typeof TraceImportProblems>

export const TraceImportReport = z.object({
  /** What its records were, by the first of each kind. */
  formats: z.array(TraceFileFormat),
  /** Of which anything was new; of other programs' files, whose first span was in it. */
  traces: z.int(),
  /** That are new here, or ended only in the file. */
  spans: z.int(),
  /** Spans of Lathe's own export that were here already: they stay as they are. */
  known: z.int(),
  /** Runs of this very place of which nothing was new, or that still run: they stay as they are. */
  own: z.int(),
  problems: TraceImportProblems,
})
export type TraceImportReport = z.infer<typeof TraceImportReport>
