import type { Migration } from 'kysely/migration'
import { agents } from './0001-agents.ts'
import { models } from './0002-models.ts'
import { runs } from './0003-runs.ts'
import { checkpoints } from './0004-checkpoints.ts'
import { traces } from './0005-traces.ts'
import { callees } from './0006-callees.ts'
import { runSteering } from './0007-run-steering.ts'
import { versionAuthors } from './0008-version-authors.ts'
import { langgraph } from './0009-langgraph.ts'
import { replays } from './0010-replays.ts'
import { externalTraces } from './0011-external-traces.ts'
import { tools } from './0012-tools.ts'
import { comparisons } from './0013-comparisons.ts'
import { spanElements } from './0014-span-elements.ts'
import { toolWrites } from './0015-tool-writes.ts'
import { replayBatches } from './0016-replay-batches.ts'
import { mcpServers } from './0017-mcp-servers.ts'
import { traceList } from './0018-trace-list.ts'
import { textSearch } from './0019-text-search.ts'
import { knowledge } from './0020-knowledge.ts'
import { connectionRates } from './0021-connection-rates.ts'
import { forwarding } from './0022-forwarding.ts'
import { datasets } from './0023-datasets.ts'
import { datasetWriting } from './0046-dataset-writing.ts'
import { rollupProjects } from './0024-rollup-projects.ts'
import { feedbackPlaces } from './0025-feedback-places.ts'
import { comparisonVerdicts } from './0026-comparison-verdicts.ts'
import { deletedThreads } from './0027-deleted-threads.ts'
import { suites } from './0028-suites.ts'
import { prompts } from './0029-prompts.ts'
import { deletedDocuments } from './0030-deleted-documents.ts'
import { deletedComparisons } from './0031-deleted-comparisons.ts'
import { fewWaitingWords } from './0032-few-waiting-words.ts'
import { indexSpending } from './0033-index-spending.ts'
import { comparisonBatches } from './0034-comparison-batches.ts'
import { feedbackTokens } from './0035-feedback-tokens.ts'
import { exampleFiles } from './0036-example-files.ts'
import { comparativeExperiments } from './0037-comparative-experiments.ts'
import { leanTraceIndexes } from './0038-lean-trace-indexes.ts'
import { projectThreads } from './0039-project-threads.ts'
import { rootsByStart } from './0040-roots-by-start.ts'
import { jobLeases } from './0041-job-leases.ts'
import { shareExpiry } from './0042-share-expiry.ts'
import { alerts } from './0043-alerts.ts'
import { askedModels } from './0044-asked-models.ts'
import { pricedRuns } from './0045-priced-runs.ts'
import { ownWords } from './0047-own-words.ts'
import { roomyRollups } from './0048-roomy-rollups.ts'
import { deletedViews } from './0049-deleted-views.ts'
import { comparisonAsked } from './0050-comparison-asked.ts'
import { cellsAnew } from './0051-cells-anew.ts'
import { datasetSplits } from './0052-dataset-splits.ts'
import { cellsByComparison } from './0053-cells-by-comparison.ts'
import { pricedVerdicts } from './0054-priced-verdicts.ts'
import { formerAnswers } from './0055-former-answers.ts'
import { nodeLabels } from './0056-node-labels.ts'
import { deletedTraces } from './0057-deleted-traces.ts'
import { feedbackExtra } from './0058-feedback-extra.ts'
import { spentAtStop } from './0059-spent-at-stop.ts'
import { feedbackProjects } from './0060-feedback-projects.ts'
import { leanExampleIndexes } from './0061-lean-example-indexes.ts'
import { nearIds } from './0063-near-ids.ts'
import { heardAt } from './0062-heard-at.ts'
import { deletedProjects } from './0064-deleted-projects.ts'
import { expiredTraces } from './0065-expired-traces.ts'
import { audioSides } from './0066-audio-sides.ts'
import { countedUntil } from './0067-counted-until.ts'
import { suiteOrigins } from './0068-suite-origins.ts'
import { cachedAudio } from './0069-cached-audio.ts'
import { waitingSteps } from './0070-waiting-steps.ts'
import { metadataLabels } from './0071-metadata-labels.ts'
import { threadsByTime } from './0072-threads-by-time.ts'
import { changedCells } from './0073-changed-cells.ts'
import { sharesOfTraces } from './0074-shares-of-traces.ts'
import { signsAsWords } from './0075-signs-as-words.ts'
import { keptTraces } from './0076-kept-traces.ts'
import { feedbackConfigs } from './0077-feedback-configs.ts'
import { chatAgents } from './0079-chat-agents.ts'
import { valueBlocks } from './0080-value-blocks.ts'
import { payloadBlocks } from './0082-payload-blocks.ts'
import { usageDetails } from './0087-usage-details.ts'
import { unspacedWords } from './0090-unspaced-words.ts'
import { environments } from './0088-environments.ts'
import { memoryOwners } from './0085-memory-owners.ts'
import { demoConnection } from './0097-demo-connection.ts'
import { toolArgumentsInDoubleBraces } from './0096-tool-arguments-in-double-braces.ts'
import { waitsBeforeTokens } from './0089-waits-before-tokens.ts'
import { groupSearchTexts } from './0098-group-search-texts.ts'
import { spanLookups } from './0099-span-lookups.ts'
import { type Engine, columnTypes } from './column-types.ts'

const all = {
  '0001-agents': agents,
  '0002-models': models,
  '0003-runs': runs,
  '0004-checkpoints': checkpoints,
  '0005-traces': traces,
  '0006-callees': callees,
  '0007-run-steering': runSteering,
  '0008-version-authors': versionAuthors,
  '0009-langgraph': langgraph,
  '0010-replays': replays,
  '0011-external-traces': externalTraces,
  '0012-tools': tools,
  '0013-comparisons': comparisons,
  '0014-span-elements': spanElements,
  '0015-tool-writes': toolWrites,
  '0016-replay-batches': replayBatches,
  '0017-mcp-servers': mcpServers,
  '0018-trace-list': traceList,
  '0019-text-search': textSearch,
  '0020-knowledge': knowledge,
  '0021-connection-rates': connectionRates,
  '0022-forwarding': forwarding,
  '0023-datasets': datasets,
  '0024-rollup-projects': rollupProjects,
  '0025-feedback-places': feedbackPlaces,
  '0026-comparison-verdicts': comparisonVerdicts,
  '0027-deleted-threads': deletedThreads,
  '0028-suites': suites,
  '0029-prompts': prompts,
  '0030-deleted-documents': deletedDocuments,
  '0031-deleted-comparisons': deletedComparisons,
  '0032-few-waiting-words': fewWaitingWords,
  '0033-index-spending': indexSpending,
  '0034-comparison-batches': comparisonBatches,
  '0035-feedback-tokens': feedbackTokens,
  '0036-example-files': exampleFiles,
  '0037-comparative-experiments': comparativeExperiments,
  '0038-lean-trace-indexes': leanTraceIndexes,
  '0039-project-threads': projectThreads,
  '0040-roots-by-start': rootsByStart,
  '0041-job-leases': jobLeases,
  '0042-share-expiry': shareExpiry,
  '0043-alerts': alerts,
  '0044-asked-models': askedModels,
  '0045-priced-runs': pricedRuns,
  '0046-dataset-writing': datasetWriting,
  '0047-own-words': ownWords,
  '0048-roomy-rollups': roomyRollups,
  '0049-deleted-views': deletedViews,
  '0050-comparison-asked': comparisonAsked,
  '0051-cells-anew': cellsAnew,
  '0052-dataset-splits': datasetSplits,
  '0053-cells-by-comparison': cellsByComparison,
  '0054-priced-verdicts': pricedVerdicts,
  '0055-former-answers': formerAnswers,
  '0056-node-labels': nodeLabels,
  '0057-deleted-traces': deletedTraces,
  '0058-feedback-extra': feedbackExtra,
  '0059-spent-at-stop': spentAtStop,
  '0060-feedback-projects': feedbackProjects,
  '0061-lean-example-indexes': leanExampleIndexes,
  '0062-heard-at': heardAt,
  '0063-near-ids': nearIds,
  '0064-deleted-projects': deletedProjects,
  '0065-expired-traces': expiredTraces,
  '0066-audio-sides': audioSides,
  '0067-counted-until': countedUntil,
  '0068-suite-origins': suiteOrigins,
  '0069-cached-audio': cachedAudio,
  '0070-waiting-steps': waitingSteps,
  '0071-metadata-labels': metadataLabels,
  '0072-threads-by-time': threadsByTime,
  '0073-changed-cells': changedCells,
  '0074-shares-of-traces': sharesOfTraces,
  '0075-signs-as-words': signsAsWords,
  '0076-kept-traces': keptTraces,
  '0077-feedback-configs': feedbackConfigs,
  '0079-chat-agents': chatAgents,
  '0080-value-blocks': valueBlocks,
  '0082-payload-blocks': payloadBlocks,
  '0087-usage-details': usageDetails,
  '0090-unspaced-words': unspacedWords,
  '0088-environments': environments,
  '0085-memory-owners': memoryOwners,
  '0096-tool-arguments-in-double-braces': toolArgumentsInDoubleBraces,
  '0089-waits-before-tokens': waitsBeforeTokens,
  '0097-demo-connection': demoConnection,
  '0098-group-search-texts': groupSearchTexts,
  '0099-span-lookups': spanLookups,
}

export const migrationsFor = (engine: Engine): Record<string, Migration> => {
  const types = columnTypes(engine)
  return Object.fromEntries(
    Object.entries(all).map(([name, up]) => [name, { up: (db) => up(db, types) }]),
  )
}
