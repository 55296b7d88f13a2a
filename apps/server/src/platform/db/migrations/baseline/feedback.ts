export const feedbackTables = `
create table feedback (
  workspace_id KEY not null,
  id KEY not null,
  span_id KEY,
  trace_id KEY,
  project_id KEY,
  key KEY not null,
  score TEXT,
  value TEXT,
  comment TEXT,
  correction TEXT,
  source TEXT not null,
  created_at INT not null,
  modified_at INT not null,
  comparative_id KEY,
  extra TEXT,
  primary key (workspace_id, id)
);
create index feedback_workspace_id_span_id_idx on feedback (workspace_id, span_id);
create index feedback_workspace_id_trace_id_idx on feedback (workspace_id, trace_id);
create index feedback_workspace_id_created_at_idx on feedback (workspace_id, created_at);
create index feedback_workspace_id_project_id_idx on feedback (workspace_id, project_id, created_at);

create table feedback_tokens (
  token KEY not null primary key,
  workspace_id KEY not null,
  span_id KEY not null,
  key KEY not null,
  created_at INT not null,
  expires_at INT not null
);
create index feedback_tokens_workspace_id_span_id_idx on feedback_tokens (workspace_id, span_id);
create index feedback_tokens_workspace_id_expires_at_idx on feedback_tokens (workspace_id, expires_at);

create table feedback_configs (
  workspace_id KEY not null,
  key KEY not null,
  type KEY not null,
  min double precision,
  max double precision,
  categories TEXT not null,
  is_lower_better INT not null,
  modified_at INT not null,
  primary key (workspace_id, key)
);

create table saved_views (
  workspace_id KEY not null,
  id KEY not null,
  name KEY not null,
  filter TEXT not null,
  range KEY,
  columns TEXT not null,
  created_at INT not null,
  deleted_at INT,
  primary key (workspace_id, id)
);
create unique index saved_views_workspace_id_name_key on saved_views (workspace_id, name) where deleted_at is null;

create table alerts (
  workspace_id KEY not null,
  id KEY not null,
  name TEXT not null,
  rule TEXT not null,
  webhook_url TEXT,
  secret BYTES,
  is_muted INT not null,
  created_at INT not null,
  updated_at INT not null,
  deleted_at INT,
  state KEY not null,
  calm INT not null,
  value double precision,
  count INT,
  looked_at INT,
  problem TEXT,
  recent TEXT not null,
  due_at INT not null,
  primary key (workspace_id, id)
);
create index alerts_due_at_idx on alerts (due_at) where deleted_at is null;

create table alert_firings (
  workspace_id KEY not null,
  id KEY not null,
  alert_id KEY not null,
  rule TEXT not null,
  started_at INT not null,
  ended_at INT,
  value double precision not null,
  worst double precision not null,
  end_value double precision,
  count INT not null,
  first_at INT not null,
  primary key (workspace_id, id)
);
create index alert_firings_alert_id_idx on alert_firings (alert_id, id);
create unique index alert_firings_open_idx on alert_firings (alert_id) where ended_at is null;

create table alert_deliveries (
  workspace_id KEY not null,
  id KEY not null,
  alert_id KEY not null,
  firing_id KEY not null,
  event KEY not null,
  body TEXT not null,
  status KEY not null,
  attempts INT not null,
  error TEXT,
  queued_at INT not null,
  due_at INT not null,
  sent_at INT,
  primary key (firing_id, event)
);
create index alert_deliveries_waiting_idx on alert_deliveries (due_at) where status = 'waiting';
create index alert_deliveries_alert_id_idx on alert_deliveries (alert_id, id);

create table forwardings (
  workspace_id KEY not null primary key,
  is_on INT not null,
  env_on INT not null,
  endpoint TEXT not null,
  project TEXT not null,
  agents TEXT,
  sends_external INT not null,
  redaction TEXT not null,
  key_ciphertext BYTES,
  key_hint TEXT,
  sent_traces INT not null,
  sent_spans INT not null,
  dropped INT not null,
  last_sent_at INT,
  last_error TEXT,
  last_error_at INT
);

create table forwarding_outbox (
  workspace_id KEY not null,
  trace_id KEY not null,
  queued_at INT not null,
  revision INT not null,
  attempts INT not null,
  due_at INT not null,
  primary key (workspace_id, trace_id)
);
create index forwarding_outbox_workspace_id_queued_at_idx on forwarding_outbox (workspace_id, queued_at);
`
