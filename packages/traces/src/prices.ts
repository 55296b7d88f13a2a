import {
  BATCH,
  type Cost,
  type ModelPrice,
  type ModelRepricing,
  type Repricing,
  type Span,
  type Usage,
} from '@lathe/contract'
import { receiptLines, sumSide } from './receipt.ts'

export const unknownCost: Cost = { total: null, input: null, output: null, priceId: null }

/** Whether a pattern matches a model, ignoring case. `*` matches any characters. */
export function matchesModel(pattern: string, model: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const name = model.toLowerCase()
  const last = rest.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first) || name.length < first.length + last.length) return false
  let index = first.length
  const limit = name.length - last.length
  for (const part of rest) {
    const found = name.indexOf(part, index)
    if (found < 0 || found + part.length > limit) return false
    index = found + part.length
  }
  return name.endsWith(last)
}

const literalLength = ({ pattern }: ModelPrice) => pattern.replaceAll('*', '').length

/** Returns the prices of a model, most specific pattern first, then newest. */
const matchingPrices = (prices: readonly ModelPrice[], model: string): ModelPrice[] =>
  prices
    .filter(({ pattern }) => matchesModel(pattern, model))
    .toSorted(
      (a, b) =>
        literalLength(b) - literalLength(a) ||
        a.pattern.length - b.pattern.length ||
        b.validFrom - a.validFrom,
    )

/** Returns the price valid at a time. Undefined if there is none. */
export const findPrice = (
  prices: readonly ModelPrice[],
  model: string,
  time: number,
): ModelPrice | undefined =>
  matchingPrices(prices, model).find(({ validFrom }) => validFrom <= time)

/** Programs may send any number of model names. */
const MAX_CACHED_MODELS = 1_000

/** Returns a cached `findPrice` for many calls of few models. */
export function createPriceFinder(prices: readonly ModelPrice[]) {
  const pricesByModel = new Map<string, ModelPrice[]>()
  return (model: string, time: number): ModelPrice | undefined => {
    let modelPrices = pricesByModel.get(model)
    if (!modelPrices) {
      if (pricesByModel.size >= MAX_CACHED_MODELS) pricesByModel.clear()
      modelPrices = matchingPrices(prices, model)
      pricesByModel.set(model, modelPrices)
    }
    return modelPrices.find(({ validFrom }) => validFrom <= time)
  }
}

/** Share of the list price that providers charge for batch calls. */
export const BATCH_RATE = 0.5

/** Applies the batch rate if a batch answered the call. */
export function applyBatchRate({ tags }: Pick<Span, 'tags'>, cost: Cost): Cost {
  if (!tags.includes(BATCH)) return cost
  const share = (nanos: number | null) => nanos && Math.round(nanos * BATCH_RATE)
  const [input, output] = [share(cost.input), share(cost.output)]
  const hasParts = cost.total !== null && input !== null && output !== null
  const total = hasParts ? input + output : share(cost.total)
  return { ...cost, input, output, total }
}

/**
 * Prices a call by the answering model, or by the requested one if that model has no price.
 * Providers invent names for answering models.
 */
export function priceCall(
  { model, asked }: Pick<Span, 'model' | 'asked'>,
  priceModel: (model: string) => Cost,
): Cost {
  const cost = model === null ? unknownCost : priceModel(model)
  return cost.priceId === null && cost.total === null && asked !== undefined
    ? priceModel(asked)
    : cost
}

/**
 * Returns the cost of a usage. Parts without their own price cost what plain input or output costs.
 * Unattributed tokens leave the total unknown.
 */
export function computeCost(price: ModelPrice, usage: Usage): Cost {
  const lines = receiptLines(price, usage)
  const input = sumSide(lines, 'input')
  const output = sumSide(lines, 'output')
  const isComplete = (usage.unattributed ?? 0) === 0
  return { total: isComplete ? input + output : null, input, output, priceId: price.id }
}

export const nothingRepriced: Repricing = { models: [], traces: 0, unchanged: 0, next: null }

/** Adds two parts of a repricing. The second one has the cursor of the next part. */
export const addRepricing = (sum: Repricing, part: Repricing): Repricing => ({
  models: addModels(sum.models, part.models),
  traces: sum.traces + part.traces,
  unchanged: sum.unchanged + part.unchanged,
  next: part.next,
})

function addModels(
  sum: readonly ModelRepricing[],
  part: readonly ModelRepricing[],
): ModelRepricing[] {
  const models = new Map(sum.map((item) => [item.model, item]))
  for (const added of part) {
    const existing = models.get(added.model)
    models.set(added.model, existing ? addRepriced(existing, added) : added)
  }
  return [...models.values()]
}

const addRepriced = (a: ModelRepricing, b: ModelRepricing): ModelRepricing => ({
  model: a.model,
  calls: a.calls + b.calls,
  changed: a.changed + b.changed,
  before: addTotals(a.before, b.before),
  after: addTotals(a.after, b.after),
})

const addTotals = (a: ModelRepricing['before'], b: ModelRepricing['before']) => ({
  cost: a.cost + b.cost,
  unpriced: a.unpriced + b.unpriced,
})
