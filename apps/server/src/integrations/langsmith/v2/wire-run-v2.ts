import { detailNames, type WireRun } from '../runs/wire-run.ts'

/** Converts a run to API v2 with only the selected fields, and always its id. */
export function toSelected(run: WireRun, selects: readonly string[], origin: string) {
  const fields = runFields(run, origin)
  const selectedFields = new Set(['ID', ...selects.map((name) => name.toUpperCase())])
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => selectedFields.has(name.toUpperCase())),
  )
}

const runFields = (run: WireRun, origin: string) => ({
  id: run.id,
  name: run.name,
  run_type: run.run_type.toUpperCase(),
  status: run.status.toUpperCase(),
  start_time: run.start_time,
  end_time: run.end_time,
  latency_seconds: run.latency,
  first_token_time: run.first_token_time,
  error: run.error,
  error_preview: run.error?.slice(0, 200) ?? null,
  extra: run.extra,
  metadata: run.extra['metadata'] ?? {},
  events: run.events,
  inputs: run.inputs,
  inputs_preview: JSON.stringify(run.inputs).slice(0, 200),
  outputs: run.outputs,
  outputs_preview: run.outputs === null ? null : JSON.stringify(run.outputs).slice(0, 200),
  manifest: run.serialized,
  parent_run_ids: run.parent_run_ids,
  project_id: run.session_id,
  trace_id: run.trace_id,
  thread_id: run.thread_id,
  dotted_order: run.dotted_order,
  is_root: run.parent_run_id === null,
  reference_example_id: run.reference_example_id,
  total_tokens: run.total_tokens,
  prompt_tokens: run.prompt_tokens,
  completion_tokens: run.completion_tokens,
  total_cost: run.total_cost,
  prompt_cost: run.prompt_cost,
  completion_cost: run.completion_cost,
  ...usageDetails(run),
  tags: run.tags,
  app_path: run.app_path,
  attachments: Object.fromEntries(
    Object.entries(run.s3_urls ?? {}).map(([name, { presigned_url }]) => [
      name.replace(/^attachment\./, ''),
      presigned_url,
    ]),
  ),
  share_url: run.share_token === null ? null : `${origin}/public/${run.share_token}/r`,
  is_in_dataset: false,
  feedback_stats: run.feedback_stats,
  last_queued_at: null,
})

const usageDetails = (run: WireRun) =>
  Object.fromEntries(
    detailNames.flatMap((name) => (run[name] === undefined ? [] : [[name, { raw: run[name] }]])),
  )
