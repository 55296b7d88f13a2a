import { type RequestHandler, Router } from 'express'
import { notSupported } from '../call.ts'

/** Unsupported LangSmith endpoints, each with the alternative to suggest. */
type UnsupportedRoute = [paths: string[], what: string, instead: string]

const unsupported: UnsupportedRoute[] = [
  [
    ['/annotation-queues', '/annotation-queues/{*rest}'],
    'An annotation queue',
    'Give feedback to runs instead, or collect them in a dataset.',
  ],
  [
    ['/platform/hub/{*rest}', '/platform/repos/{*rest}', '/agents', '/agents/{*rest}'],
    'The hub of agents and skills',
    'Agents are drawn, versioned and exported in Lathe itself.',
  ],
  [
    ['/datasets/:id/share', '/public/:token/datasets', '/public/:token/examples'],
    'Sharing a dataset by link',
    'Export it, and import the file elsewhere.',
  ],
  [['/datasets/:id/openai_ft'], 'OpenAI fine-tuning format', 'Export it as JSON lines.'],
  [
    ['/platform/evaluators', '/platform/evaluators/{*rest}', '/runs/rules', '/runs/rules/{*rest}'],
    'An automatic evaluator',
    'Use evaluators in comparisons and suites.',
  ],
  [
    ['/sessions/:id/dashboard', '/sessions/resolutions'],
    'A project dashboard or resolution',
    'The overview charts each project, and the project page exports CSV.',
  ],
  [
    ['/prompt-webhooks', '/prompt-webhooks/{*rest}'],
    'A prompt webhook',
    'Labels mark the version in use; pull by label.',
  ],
]

const unsupportedV2: UnsupportedRoute[] = [
  [['/threads/:id/share'], 'Sharing a thread by link', 'Share its traces one by one.'],
  [['/sandboxes', '/sandboxes/{*rest}'], 'A sandbox', 'Agent code runs in the sandbox of Lathe.'],
]

export const unsupportedRoutes = () => createRoutes(unsupported)
export const unsupportedRoutesV2 = () => createRoutes(unsupportedV2)

function createRoutes(all: readonly UnsupportedRoute[]): Router {
  const routes = Router()
  for (const [paths, feature, alternative] of all) routes.all(paths, reject(feature, alternative))
  return routes
}

const reject =
  (feature: string, alternative: string): RequestHandler =>
  () => {
    throw notSupported(feature, alternative)
  }
