import type { Compilable, CompiledQuery } from 'kysely'
import { isEmbedded } from './atomic.ts'
import type { Queries } from './db.ts'
import type { Execution } from './sqlite/connection.ts'

/** Placeholder for a value. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export type Slots<P> = <K extends keyof P & string>(name: K) => P[K]

export type Prepared<P, O> = {
  /** For `atomic`. */
  with(db: Queries, values: P): Execution
  all(db: Queries, values: P): Promise<O[]>
  first(db: Queries, values: P): Promise<O | undefined>
}

/**
 * Builds and compiles a query once per engine, which takes longer than SQLite needs to execute it.
 * `build` gets named placeholders. A value cannot be a list.
 */
export function prepared<P extends object, O>(
  build: (db: Queries, slot: Slots<P>) => Compilable<O>,
): Prepared<P, O> {
  // The cast holds because Kysely passes unknown objects on as parameters, and slots are replaced
  // before execution.
  const slot = ((name: string): unknown => new Placeholder(name)) as Slots<P>
  const compiled = new Map<boolean, CompiledQuery<O>>()
  const compiledQuery = (db: Queries): CompiledQuery<O> => {
    const kind = isEmbedded(db)
    const cached = compiled.get(kind)
    if (cached) return cached
    const query = build(db, slot).compile()
    compiled.set(kind, query)
    return query
  }
  const fillParameters = ({ parameters }: CompiledQuery<O>, values: P): unknown[] =>
    parameters.map((value) =>
      value instanceof Placeholder ? (Reflect.get(values, value.name) as unknown) : value,
    )
  const run = async (db: Queries, values: P): Promise<O[]> => {
    const query = compiledQuery(db)
    const { rows } = await db.executeQuery<O>({
      ...query,
      parameters: fillParameters(query, values),
    })
    return rows
  }

  return {
    with(db, values) {
      const query = compiledQuery(db)
      return { query, rows: [fillParameters(query, values)] }
    },
    all: run,
    first: async (db, values) => (await run(db, values))[0],
  }
}
