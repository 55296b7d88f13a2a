export const traceTables = `
create table projects (
  workspace_id KEY not null,
  id KEY not null,
  name KEY not null,
  description TEXT,
  extra TEXT not null,
  reference_dataset_id KEY,
  created_at INT not null,
  ended_at INT,
  primary key (workspace_id, id)
);
create unique index projects_workspace_id_name_key on projects (workspace_id, name);
create index projects_workspace_id_reference_dataset_id_idx on projects (workspace_id, reference_dataset_id);

create table deleted_projects (
  workspace_id KEY not null,
  id KEY not null,
  name KEY not null,
  description TEXT,
  extra TEXT not null,
  reference_dataset_id KEY,
  created_at INT not null,
  ended_at INT,
  deleted_at INT not null,
  primary key (workspace_id, id)
);

create table traces (
  workspace_id KEY not null,
  id KEY not null,
  root_id KEY,
  run_id KEY,
  agent_id KEY,
  version INT,
  thread_id KEY,
  title TEXT not null,
  name TEXT not null,
  status KEY not null,
  started_at INT not null,
  ended_at INT,
  first_token_at INT,
  span_count INT not null,
  cost_nanos INT not null,
  unpriced INT not null,
  error TEXT,
  tags TEXT not null,
  usage_input INT not null,
  usage_output INT not null,
  usage_cached_read INT not null,
  usage_cached_write INT not null,
  usage_reasoning INT not null,
  usage_audio INT not null,
  source KEY,
  project_id KEY,
  own_tags TEXT default '[]' not null,
  bytes INT default 0 not null,
  heard_at INT default 0 not null,
  usage_audio_input INT default 0 not null,
  usage_audio_output INT default 0 not null,
  usage_audio_cached INT default 0 not null,
  stored_at INT default 0 not null,
  payload_blocks INT default 0 not null,
  usage_cached_write_1h INT default 0 not null,
  usage_unattributed INT default 0 not null,
  unmetered INT default 0 not null,
  environment KEY default 'production' not null,
  waited_micros INT default 0 not null,
  waited_before_token_micros INT default 0 not null,
  primary key (workspace_id, id)
);
create index traces_workspace_id_source_started_at_idx on traces (workspace_id, source, started_at, id);
create index traces_workspace_id_project_id_started_at_idx on traces (workspace_id, project_id, started_at, id);
create index traces_workspace_id_agent_id_started_at_idx
  on traces (workspace_id, agent_id, started_at, id) where agent_id is not null;
create index traces_workspace_id_thread_id_started_at_idx
  on traces (workspace_id, thread_id, started_at, id) where thread_id is not null;
create index traces_of_threads_project_id_started_at_idx
  on traces (workspace_id, project_id, started_at, id) where thread_id is not null;
create index traces_workspace_id_ended_at_idx on traces (workspace_id, ended_at) where ended_at is not null;
create index traces_of_threads_started_at_idx on traces (workspace_id, started_at, id) where thread_id is not null;
create index traces_workspace_id_stored_at_idx on traces (workspace_id, stored_at);
create index traces_workspace_id_status_started_at_idx on traces (workspace_id, status, started_at, id, environment);
create index traces_workspace_id_started_at_idx on traces (
  workspace_id, started_at, id, ended_at, waited_micros, first_token_at, waited_before_token_micros,
  usage_input, usage_output, cost_nanos, unpriced, span_count, status, environment
);

create table spans (
  workspace_id KEY not null,
  trace_id KEY not null,
  id KEY not null,
  parent_id KEY,
  kind TEXT not null,
  name TEXT not null,
  node TEXT,
  superstep INT,
  status TEXT not null,
  started_at INT not null,
  ended_at INT,
  first_token_at INT,
  model TEXT,
  provider TEXT,
  cost_nanos INT,
  cost_input_nanos INT,
  cost_output_nanos INT,
  price_id TEXT,
  error TEXT,
  tags TEXT not null,
  payload_bytes INT not null,
  usage_input INT,
  usage_output INT,
  usage_cached_read INT,
  usage_cached_write INT,
  usage_reasoning INT,
  usage_audio INT,
  element TEXT,
  asked_model TEXT,
  usage_audio_input INT,
  usage_audio_output INT,
  usage_audio_cached INT,
  payload_blocks TEXT,
  usage_cached_write_1h INT,
  usage_unattributed INT,
  primary key (workspace_id, trace_id, id)
) CLUSTERED;
create index spans_id_idx on spans (id);
create index spans_of_roots_started_at_idx on spans (workspace_id, started_at, id) where parent_id is null;
create index spans_waiting_idx
  on spans (workspace_id, trace_id, parent_id) where status = 'interrupted' and node is not null;

create table span_payloads (
  workspace_id KEY not null,
  trace_id KEY not null,
  span_id KEY not null,
  inputs BYTES,
  outputs BYTES,
  events BYTES,
  metadata BYTES,
  primary key (workspace_id, trace_id, span_id)
);

create table payload_blocks (
  workspace_id KEY not null,
  trace_id KEY not null,
  id KEY not null,
  body BYTES not null,
  primary key (workspace_id, trace_id, id)
);

create table trace_labels (
  workspace_id KEY not null,
  trace_id KEY not null,
  key KEY not null,
  value KEY not null,
  started_at INT not null,
  primary key (workspace_id, trace_id, key, value)
) CLUSTERED;
create index trace_labels_workspace_id_key_value_started_at_idx
  on trace_labels (workspace_id, key, value, started_at, trace_id);

create table exchanges (
  workspace_id KEY not null,
  trace_id KEY not null,
  id KEY not null,
  span_id KEY,
  kind TEXT not null,
  name TEXT not null,
  fingerprint TEXT not null,
  address TEXT not null,
  body BYTES not null,
  primary key (workspace_id, trace_id, id)
);

create table attachments (
  workspace_id KEY not null,
  trace_id KEY not null,
  span_id KEY not null,
  name KEY not null,
  mime_type TEXT not null,
  size INT not null,
  body BYTES not null,
  primary key (workspace_id, trace_id, span_id, name)
);

create table trace_shares (
  token KEY not null primary key,
  workspace_id KEY not null,
  trace_id KEY not null,
  span_id KEY not null,
  created_at INT not null,
  expires_at INT
);
create unique index trace_shares_workspace_id_trace_id_span_id_key on trace_shares (workspace_id, trace_id, span_id);
create index trace_shares_span_id_idx on trace_shares (span_id);

create table pinned_traces (
  workspace_id KEY not null,
  trace_id KEY not null,
  pinned_at INT not null,
  primary key (workspace_id, trace_id)
) CLUSTERED;

create table deleted_traces (
  workspace_id KEY not null,
  id KEY not null,
  expired_at INT,
  counted_until INT,
  primary key (workspace_id, id)
) CLUSTERED;
create index deleted_traces_expired_at_idx on deleted_traces (workspace_id, expired_at) where expired_at is not null;

create table uncounted_traces (
  workspace_id KEY primary key,
  started_at INT not null,
  trace_id KEY not null
);

create table unread_metadata (
  workspace_id KEY primary key,
  started_at INT not null,
  trace_id KEY not null
);

create table rollups (
  workspace_id KEY not null,
  kind KEY not null,
  hour INT not null,
  agent_id KEY not null,
  version INT not null,
  project_id KEY not null,
  node KEY not null,
  subject KEY not null,
  status KEY not null,
  count INT default 0 not null,
  cost_nanos INT default 0 not null,
  unpriced INT default 0 not null,
  usage_input INT default 0 not null,
  usage_output INT default 0 not null,
  usage_cached_read INT default 0 not null,
  usage_cached_write INT default 0 not null,
  usage_reasoning INT default 0 not null,
  usage_audio INT default 0 not null,
  usage_audio_input INT default 0 not null,
  usage_audio_output INT default 0 not null,
  usage_audio_cached INT default 0 not null,
  usage_cached_write_1h INT default 0 not null,
  usage_unattributed INT default 0 not null,
  unmetered INT default 0 not null,
  latency TEXT not null,
  first_token TEXT not null,
  environment KEY not null,
  constraint rollups_by_environment_pkey primary key (
    workspace_id, kind, hour, agent_id, version, project_id,
    node, subject, status, environment
  )
) CLUSTERED;

create table search_queue (
  workspace_id KEY not null,
  id KEY not null primary key,
  body TEXT not null
);

create table rejected_items (
  workspace_id KEY not null,
  id KEY not null,
  door KEY not null,
  item TEXT not null,
  field TEXT not null,
  reason TEXT not null,
  excerpt TEXT not null,
  rejected_at INT not null,
  primary key (workspace_id, id)
);
`
