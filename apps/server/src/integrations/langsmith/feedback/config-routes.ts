import { type FeedbackConfig, FeedbackConfigInput } from '@lathe/contract'
import { toIso } from '@lathe/traces'
import { Router } from 'express'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import {
  addConfig,
  deleteConfig,
  findConfig,
  listConfigs,
  setConfig,
} from '../../../feedback-scales/feedback-configs.store.ts'
import { invalidInput, invalidInputs } from '../../../platform/http/errors.ts'
import { describeIssues } from '../../../platform/http/issues.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { noSuchConfig } from '../errors.ts'
import { repeated } from '../query-values.ts'
import { FeedbackKey } from './feedback-body.ts'

const Category = z.object({ value: z.number(), label: z.string().nullish() })

const Scale = z.object({
  type: z.string(),
  min: z.number().nullish(),
  max: z.number().nullish(),
  categories: z.array(Category).nullish(),
})

const NewConfig = z.object({
  feedback_key: FeedbackKey,
  feedback_config: Scale,
  is_lower_score_better: z.boolean().nullish(),
})
const Changed = NewConfig.partial({ feedback_config: true }).extend({
  add_categories: z.array(Category).nullish(),
  /** Values of the categories. */
  remove_categories: z.array(z.number()).nullish(),
})

const Search = z.object({
  key: repeated(z.string()),
  name_contains: z.string().optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

/** Feedback configs: the meaning of a score. */
export function configRoutes(answer: Answer): Router {
  const routes = Router()
  routes.get('/feedback-configs', answer(search))
  routes.post('/feedback-configs', answer(create))
  routes.patch('/feedback-configs', answer(change))
  routes.delete(
    '/feedback-configs',
    answer(async (call) => {
      const { feedback_key: key } = parseQuery(call, z.object({ feedback_key: FeedbackKey }))
      const { db, workspaceId } = call.context
      if (!(await deleteConfig(db, workspaceId, key))) throw noSuchConfig(key)
      return {}
    }),
  )
  return routes
}

async function search(call: Call) {
  const { key, name_contains: part = '', offset, limit } = parseQuery(call, Search)
  const found = (await listConfigs(call.context.db, call.context.workspaceId)).filter(
    (config) => (key?.includes(config.key) ?? true) && config.key.includes(part),
  )
  return found.slice(offset, offset + limit).map((config) => toWire(call, config))
}

/** Creating never replaces a config of the same name, because the client does not know of it. */
async function create(call: Call) {
  const { db, workspaceId } = call.context
  const newConfig = read(parseBody(call, NewConfig))
  const config =
    (await addConfig(db, workspaceId, newConfig)) ??
    (await findConfig(db, workspaceId, newConfig.key)) ??
    (await setConfig(db, workspaceId, newConfig))
  if (!isEqualConfig(config, newConfig))
    throw invalidInput('feedback_key', 'already has a different config; update it instead')
  return toWire(call, config)
}

async function change(call: Call) {
  const { db, workspaceId } = call.context
  const body = parseBody(call, Changed)
  const existing = await findConfig(db, workspaceId, body.feedback_key)
  if (!existing) throw noSuchConfig(body.feedback_key)
  const wireConfig = toWire(call, existing)
  const { categories, ...scale } = body.feedback_config ?? wireConfig.feedback_config
  const removedValues = body.remove_categories ?? []
  const remaining = (categories ?? []).filter(({ value }) => !removedValues.includes(value))
  const changed = {
    feedback_key: existing.key,
    feedback_config: { ...scale, categories: [...remaining, ...(body.add_categories ?? [])] },
    is_lower_score_better: body.is_lower_score_better ?? wireConfig.is_lower_score_better,
  }
  return toWire(call, await setConfig(db, workspaceId, read(changed)))
}

function read({ feedback_key, feedback_config, is_lower_score_better }: z.infer<typeof NewConfig>) {
  const { type, min = null, max = null, categories } = feedback_config
  const parsed = FeedbackConfigInput.safeParse({
    key: feedback_key,
    type,
    min,
    max,
    categories: categories ?? [],
    isLowerBetter: is_lower_score_better ?? false,
  })
  if (parsed.success) return parsed.data
  throw invalidInputs(
    describeIssues(parsed.error.issues).map(({ path, message }) => ({
      path: `feedback_config.${path}`,
      message,
    })),
  )
}

/** Ignores which end is better, because clients send a default. */
const isEqualConfig = (existing: FeedbackConfig, newConfig: FeedbackConfigInput) =>
  isDeepStrictEqual(toScale(existing), toScale(newConfig))

const toScale = ({ type, min, max, categories }: FeedbackConfigInput) => ({
  type,
  min,
  max,
  categories,
})

const toWire = (call: Call, { key, isLowerBetter, modifiedAt, ...scale }: FeedbackConfig) => ({
  feedback_key: key,
  feedback_config: {
    type: scale.type,
    min: scale.min,
    max: scale.max,
    categories: scale.type === 'categorical' ? scale.categories : null,
  },
  tenant_id: call.context.workspaceId,
  modified_at: toIso(modifiedAt),
  is_lower_score_better: isLowerBetter,
})
