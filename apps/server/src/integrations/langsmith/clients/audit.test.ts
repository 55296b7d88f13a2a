import { Client } from 'langsmith'
import { v4 } from 'uuid'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

/** Supported methods. The other tests in this folder cover their behaviour. */
const answered = `
  awaitPendingTraceBatches batchIngestRuns cleanup flush getHostUrl multipartIngestRuns toString
  createRun updateRun readRun getRunUrl listRuns listGroupRuns readThread listThreads getRunStats
  shareRun unshareRun readRunSharedLink listSharedRuns
  createProject updateProject hasProject readProject getProjectUrl listProjects deleteProject
  createDataset readDataset hasDataset getDatasetUrl listDatasets updateDataset deleteDataset
  updateDatasetTag diffDatasetVersions readDatasetVersion listDatasetSplits updateDatasetSplits
  createExample createExamples createLLMExample createChatExample readExample listExamples
  deleteExample deleteExamples updateExample updateExamples
  uploadCsv uploadExamplesMultipart updateExamplesMultipart
  createFeedback updateFeedback readFeedback deleteFeedback listFeedback
  addFeedbackCategories removeFeedbackCategories
  createFeedbackConfig listFeedbackConfigs updateFeedbackConfig deleteFeedbackConfig
  createPresignedFeedbackToken listPresignedFeedbackTokens
  logEvaluationFeedback createComparativeExperiment
  promptExists getPrompt listPrompts createPrompt updatePrompt deletePrompt pushPrompt
  createCommit listCommits pullPromptCommit likePrompt unlikePrompt agentExists skillExists
  listAgents listSkills`
  .trim()
  .split(/\s+/)

const id = v4()
const all = async (items: AsyncIterable<unknown>) => {
  for await (const item of items) return item
  return undefined
}

/** Unsupported methods, with a call that reaches each of them. */
const rejected: Record<string, (client: Client) => Promise<unknown>> = {
  readDatasetOpenaiFinetuning: (client) => client.readDatasetOpenaiFinetuning({ datasetId: id }),
  shareDataset: (client) => client.shareDataset(id),
  unshareDataset: (client) => client.unshareDataset(id),
  readDatasetSharedSchema: (client) => client.readDatasetSharedSchema(id),
  readSharedDataset: (client) => client.readSharedDataset(id),
  listSharedExamples: (client) => client.listSharedExamples(id),
  clonePublicDataset: (client) => client.clonePublicDataset(id),
  listAnnotationQueues: (client) => all(client.listAnnotationQueues()),
  createAnnotationQueue: (client) => client.createAnnotationQueue({ name: 'queue' }),
  readAnnotationQueue: (client) => client.readAnnotationQueue(id),
  updateAnnotationQueue: (client) => client.updateAnnotationQueue(id, { name: 'queue' }),
  deleteAnnotationQueue: (client) => client.deleteAnnotationQueue(id),
  addRunsToAnnotationQueue: (client) => client.addRunsToAnnotationQueue(id, [id]),
  getRunFromAnnotationQueue: (client) => client.getRunFromAnnotationQueue(id, 0),
  listRunsFromAnnotationQueue: (client) => all(client.listRunsFromAnnotationQueue(id)),
  deleteRunFromAnnotationQueue: (client) => client.deleteRunFromAnnotationQueue(id, id),
  getSizeFromAnnotationQueue: (client) => client.getSizeFromAnnotationQueue(id),
  pullAgent: (client) => client.pullAgent('agent'),
  pullSkill: (client) => client.pullSkill('skill'),
  pushAgent: (client) => client.pushAgent('agent', { files: {} }),
  pushSkill: (client) => client.pushSkill('skill', { files: {} }),
  deleteAgent: (client) => client.deleteAgent('agent'),
  deleteSkill: (client) => client.deleteSkill('skill'),
}

test('every method of the official client is either supported or rejected', () => {
  const names = Object.getOwnPropertyNames(Client.prototype).filter((name) => {
    const { value } = Object.getOwnPropertyDescriptor(Client.prototype, name) ?? {}
    return typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')
  })
  const covered = new Set([...answered, ...Object.keys(rejected), ...internal])

  expect(names.filter((name) => !covered.has(name))).toEqual([])
  expect(answered.filter((name) => !names.includes(name))).toEqual([])
})

/** Internal methods of the client that are private only in its types. */
const internal = `
  filterForSampling processInputs processOutputs processMetadata processError
  prepareRunCreateOrUpdateInputs drainAutoBatchQueue processRunOperation parseTokenOrUrl
  getProfileManagedAuthorizationHeader isProfileManagedAuthorizationHeader hasExplicitAuthHeader
  applyCurrentAuthHeaders trimOutputs`
  .trim()
  .split(/\s+/)

describeDatabases('unsupported LangSmith features', (db) => {
  const start = useLangsmithServer(db)

  test('unsupported methods are rejected with an alternative', async () => {
    const client = (await start()).sdk()
    const missing: string[] = []
    for (const [name, ask] of Object.entries(rejected)) {
      const message = await ask(client).then(
        () => 'was answered',
        (error: unknown) => String(error),
      )
      if (!/is not supported by Lathe\. \w+|only prompts are supported/.test(message))
        missing.push(`${name}: ${message}`)
    }

    expect(missing).toEqual([])
  })

  test('existence checks of unsupported resources return false', async () => {
    const client = (await start()).sdk()

    expect(await client.skillExists('skill')).toBe(false)
    expect(await client.agentExists('agent')).toBe(false)
  })
})
