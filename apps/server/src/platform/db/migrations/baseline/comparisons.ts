export const comparisonTables = `
create table suites (
  id KEY not null primary key,
  workspace_id KEY not null,
  name TEXT not null,
  agent_id KEY not null,
  baseline_version INT not null,
  plan TEXT not null,
  created_at INT not null,
  deleted_at INT,
  comparison_id KEY
);

create table comparisons (
  id KEY not null primary key,
  workspace_id KEY not null,
  name TEXT not null,
  status KEY not null,
  stop_reason TEXT,
  revision INT not null,
  plan TEXT not null,
  created_at INT not null,
  updated_at INT not null,
  suite_id KEY,
  verdict TEXT,
  deleted_at INT,
  asked TEXT default '[{"at":0,"only":{}}]' not null,
  spent TEXT
);
create index comparisons_workspace_id_id_idx on comparisons (workspace_id, id);
create index comparisons_suite_id_id_idx on comparisons (suite_id, id);

create table comparison_cells (
  id KEY not null primary key,
  workspace_id KEY not null,
  comparison_id KEY not null,
  variant KEY not null,
  case_key KEY not null,
  repeat INT not null,
  fingerprint KEY not null,
  status KEY not null,
  run_id KEY,
  is_reused INT not null,
  result TEXT,
  batch_id KEY,
  is_anew INT default 0 not null,
  former TEXT,
  changed INT default 0 not null
);
create unique index comparison_cells_place_idx on comparison_cells (comparison_id, variant, case_key, repeat);
create index comparison_cells_fingerprint_workspace_id_idx on comparison_cells (fingerprint, workspace_id, status);
create index comparison_cells_run_id_idx on comparison_cells (run_id);
create index comparison_cells_changed_idx on comparison_cells (comparison_id, changed);
create index comparison_cells_running_idx on comparison_cells (comparison_id) where status = 'running';

create table comparison_verdicts (
  id KEY not null primary key,
  workspace_id KEY not null,
  comparison_id KEY not null,
  run_id KEY not null,
  against_run_id KEY not null,
  fingerprint KEY not null,
  version KEY not null,
  status KEY not null,
  asked TEXT not null,
  evaluation TEXT,
  usage TEXT not null,
  cost_nanos INT,
  is_reused INT not null,
  created_at INT not null,
  priced_nanos INT default 0 not null,
  unpriced INT default 0 not null
);
create unique index comparison_verdicts_place_idx
  on comparison_verdicts (comparison_id, run_id, against_run_id, fingerprint);
create index comparison_verdicts_workspace_id_run_id_idx
  on comparison_verdicts (workspace_id, run_id, against_run_id, fingerprint);

create table comparison_votes (
  id KEY not null primary key,
  workspace_id KEY not null,
  comparison_id KEY not null,
  first_run_id KEY not null,
  second_run_id KEY not null,
  winner KEY not null,
  created_at INT not null
);
create unique index comparison_votes_pair_idx on comparison_votes (comparison_id, first_run_id, second_run_id);

create table comparison_batches (
  id KEY not null primary key,
  workspace_id KEY not null,
  comparison_id KEY not null,
  connection TEXT not null,
  model TEXT not null,
  status KEY not null,
  requests INT not null,
  state TEXT,
  error TEXT,
  created_at INT not null,
  ended_at INT
);
create index comparison_batches_comparison_id_idx on comparison_batches (comparison_id);

create table batch_requests (
  run_id KEY not null primary key,
  workspace_id KEY not null,
  batch_id KEY not null,
  body TEXT not null,
  answer TEXT
);
create index batch_requests_batch_id_idx on batch_requests (batch_id);

create table embedded_texts (
  workspace_id KEY not null,
  key KEY not null,
  vector VECTOR not null,
  created_at INT not null,
  constraint embedded_texts_pk primary key (workspace_id, key)
);
`
