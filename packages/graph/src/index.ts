export {
  parseAgentTool,
  agentTool,
  mapAgentTools,
  agentToolName,
} from './called-agents/agent-tools.ts'
export {
  calledAgentKey,
  findCalledAgent,
  listCalledAgents,
  collectCalledAgents,
  mapCalledAgents,
  NO_CALLED_AGENTS,
} from './called-agents/called-agents.ts'
export { aloneInput, localNames } from './compile/alone.ts'
export { checkDocument } from './check/check.ts'
export type { CheckEnvironment, KnownPrompt } from './check/check.ts'
export { PROBLEM_CODES } from './check/codes.ts'
export { connectSnippets } from './connect/snippets.ts'
export type { Snippet } from './connect/parts.ts'
export type { ProblemCode } from './check/codes.ts'
export { alignItems } from './diff/align.ts'
export { describeAffected, describeChange, describeDiff, edgeLabel } from './diff/describe.ts'
export { diffDocuments } from './diff/diff-documents.ts'
export { diffFields } from './diff/fields.ts'
export { listChanges, type ListItem } from './diff/list-changes.ts'
export { listGraphChanges } from './diff/types.ts'
export type {
  ChannelChange,
  EdgeChange,
  EndsChange,
  FieldChange,
  GraphChange,
  GraphDiff,
  NodeChange,
} from './diff/types.ts'
export { wordDiff } from './diff/word-diff.ts'
export type { TextPart } from './diff/word-diff.ts'
export { emptyDocument } from './document/empty.ts'
export { orderedJson, canonicalJson, hashDocument } from './document/hash.ts'
export { isSameIncludingOrder, propertyOrders } from './document/property-orders.ts'
export { isSameJson } from './document/same-json.ts'
export { channelNameProblem, nodeIdProblem, SANDBOX_GLOBALS } from './document/names.ts'
export { toMermaid } from './draw/mermaid.ts'
export { parseDocument } from './document/parse.ts'
export type { ParseIssue, ParseResult } from './document/parse.ts'
export { removeChannel, renameChannel, setChannel, setEnds } from './edit/channels.ts'
export { connect, connectProblem, disconnect, leadOnward, setEdge } from './edit/edges.ts'
export type { Edit } from './edit/edit.ts'
export { nextNodeId } from './edit/ids.ts'
export { addNode, insertNode, moveNodes, removeNodes, renameNode, setNode } from './edit/nodes.ts'
export type { Place } from './edit/nodes.ts'
export { renamePort } from './edit/ports.ts'
export { followFields } from './edit/schema-fields.ts'
export { describePlace } from './check/describe-place.ts'
export { estimateDocument } from './estimate/estimate.ts'
export type { Amounts, Estimate, EstimateEnvironment, Recorded } from './estimate/estimate.ts'
export { unpricedModels, unpricedText } from './estimate/unpriced.ts'
export { exceeds } from './estimate/exceeds.ts'
export type { Excess } from './estimate/exceeds.ts'
export type { Range } from './estimate/amount.ts'
export { fixesFor } from './fix/fixes-for.ts'
export type { Fix } from './fix/fix.ts'
export { findLoops } from './flow/loops.ts'
export type { Loop } from './flow/loops.ts'
export { readableAt } from './flow/readable.ts'
export type { ReadableName, ReadingPlace } from './flow/readable.ts'
export { needsForm, TIMEOUT_PORT, withoutRequired } from '@lathe-ai/runtime/review'
export { answerIssues } from './interrupt/answer-issues.ts'
export type { Question } from './interrupt/question.ts'
export { responseSchema, resumeSchema } from './interrupt/response-schema.ts'
export { schemaIssues } from './json-schema/check-schema.ts'
export { describeIssues, validateJson, validateSchema } from './json-schema/validate.ts'
export type { JsonIssue } from './json-schema/validate.ts'
export { adaptNode } from './kinds/adapt-node.ts'
export { portsAt } from './kinds/ports.ts'
export { toolsUsed } from './kinds/tools.ts'
export { edgeReads, namesIn, nodeReads, nodeWrites } from './kinds/channel-uses.ts'
export type { ChannelUse, NodeReads } from './kinds/channel-uses.ts'
export { describeConflict } from './merge/conflicts.ts'
export type { MergeChoice, MergeChoices, MergeConflict } from './merge/conflicts.ts'
export { mergeDocuments } from './merge/merge-documents.ts'
export { mergeOrder } from './merge/merge-order.ts'
export { contextTokens } from './model/context-tokens.ts'
export { previewPrompt } from './preview/preview-prompt.ts'
export type { PreviewMessage } from './preview/preview-prompt.ts'
export {
  DEFAULT_LABEL,
  registryRefLabel,
  registryRefs,
  withRegistryPrompts,
} from './prompts/registry-prompts.ts'
export type { RegistryRef } from './prompts/registry-prompts.ts'
export type { TemplatePart } from './compile/template.ts'
export { initialValue, reducerName, channelReducer } from './state/reducers.ts'
export { countThreads, threadsAffected } from './state/threads-affected.ts'
export { isChatGraph } from './state/chat.ts'
export { channelSchema, inputSchema, outputSchema } from './state/schema.ts'
export {
  argumentNames,
  argumentTags,
  soleArgumentTag,
  tagProblem,
  withArgumentTags,
} from './text/argument-tags.ts'
export type { TextProblem } from './text/place.ts'
export { parseScript } from './text/script.ts'
export type { Script, ScriptKind } from './text/script.ts'
export { parseTemplate } from './text/template.ts'
export { overrideProblems, ownChanges, takesTools, withOverrides } from './variant/overrides.ts'
export {
  promptDocument,
  promptProblems,
  promptVariables,
  structuredPromptDocument,
} from './variant/variant-document.ts'
export type { Template, TemplateTag } from './text/template.ts'
