import type { Repriced, Repricing } from '@lathe/contract'

export const nothingRepriced: Repricing = { models: [], traces: 0, kept: 0, next: null }

/** Both parts together; the later one says where the next begins. */
export const addRepricing = (sum: Repricing, part: Repricing): Repricing => ({
  models: addModels(sum.models, part.models),
  traces: sum.traces + part.traces,
  kept: sum.kept + part.kept,
  next: part.next,
})

function addModels(sum: readonly Repriced[], part: readonly Repriced[]): Repriced[] {
  const models = new Map(sum.map((known) => [known.model, known]))
  for (const added of part) {
    const known = models.get(added.model)
    models.set(added.model, known ? addRepriced(known, added) : added)
  }
  return [...models.values()]
}

const addRepriced = (a: Repriced, b: Repriced): Repriced => ({
  model: a.model,
  calls: a.calls + b.calls,
  changed: a.changed + b.changed,
  before: addSides(a.before, b.before),
  after: addSides(a.after, b.after),
})

const addSides = (a: Repriced['before'], b: Repriced['before']) => ({
  cost: a.cost + b.cost,
  unpriced: a.unpriced + b.unpriced,
})
