export const runTables = `
create table threads (
  id KEY not null primary key,
  workspace_id KEY not null references workspaces (id),
  agent_id KEY not null,
  title TEXT not null,
  metadata TEXT not null,
  created_at INT not null,
  updated_at INT not null
);
create index threads_workspace_id_updated_at_idx on threads (workspace_id, updated_at);
create index threads_workspace_id_agent_id_updated_at_idx on threads (workspace_id, agent_id, updated_at);

create table deleted_threads (
  id KEY not null,
  workspace_id KEY not null,
  agent_id KEY not null,
  title TEXT not null,
  metadata TEXT not null,
  created_at INT not null,
  updated_at INT not null,
  deleted_at INT not null,
  primary key (workspace_id, id)
);

create table runs (
  id KEY not null primary key,
  workspace_id KEY not null references workspaces (id),
  agent_id KEY not null,
  thread_id KEY not null,
  version INT,
  graph_hash TEXT not null,
  status KEY not null,
  attempt INT not null,
  source TEXT not null,
  title TEXT not null,
  error TEXT,
  interrupts TEXT not null,
  usage TEXT not null,
  cost_nanos INT,
  created_at INT not null,
  started_at INT,
  ended_at INT,
  first_token_at INT,
  lease_owner TEXT,
  lease_until INT,
  seq_reserved INT not null,
  deadline_at INT,
  seed INT not null,
  answers TEXT,
  budget TEXT not null,
  metadata TEXT not null,
  input TEXT not null,
  output TEXT,
  callees TEXT default '{}' not null,
  steering TEXT,
  only_node KEY,
  waits INT default 0 not null,
  priced_nanos INT default 0 not null,
  unpriced INT default 0 not null,
  waited_micros INT default 0 not null,
  paused_at INT
);
create index runs_workspace_id_agent_id_id_idx on runs (workspace_id, agent_id, id);
create index runs_workspace_id_thread_id_id_idx on runs (workspace_id, thread_id, id);
create index runs_workspace_id_status_id_idx on runs (workspace_id, status, id);
create index runs_workspace_id_id_idx on runs (workspace_id, id);
create index runs_claimable_idx on runs (status, id) where status in ('pending', 'running');
create index runs_deadline_at_idx on runs (deadline_at) where deadline_at is not null;
create unique index runs_thread_id_live_idx
  on runs (thread_id) where status in ('pending', 'running', 'interrupted') and waits = 0;
create index runs_thread_id_waiting_idx on runs (thread_id, id) where waits = 1;

create table run_events (
  run_id KEY not null,
  first_seq INT not null,
  last_seq INT not null,
  events TEXT not null,
  blocks TEXT,
  refs TEXT,
  primary key (run_id, first_seq)
) CLUSTERED;

create table checkpoints (
  workspace_id KEY not null,
  thread_id KEY not null,
  checkpoint_ns KEY not null,
  checkpoint_id KEY not null,
  parent_checkpoint_id KEY,
  created_at INT not null,
  metadata TEXT not null,
  type TEXT not null,
  checkpoint BYTES not null,
  primary key (workspace_id, thread_id, checkpoint_ns, checkpoint_id)
) CLUSTERED;

create table checkpoint_blobs (
  workspace_id KEY not null,
  thread_id KEY not null,
  checkpoint_ns KEY not null,
  channel KEY not null,
  version KEY not null,
  type TEXT not null,
  value BYTES not null,
  blocks TEXT,
  primary key (workspace_id, thread_id, checkpoint_ns, channel, version)
) CLUSTERED;

create table checkpoint_writes (
  workspace_id KEY not null,
  thread_id KEY not null,
  checkpoint_ns KEY not null,
  checkpoint_id KEY not null,
  task_id KEY not null,
  idx INT not null,
  channel KEY not null,
  type TEXT not null,
  value BYTES not null,
  blocks TEXT,
  primary key (workspace_id, thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
) CLUSTERED;

create table value_blocks (
  workspace_id KEY not null,
  thread_id KEY not null,
  hash KEY not null,
  data BYTES not null,
  primary key (workspace_id, thread_id, hash)
) CLUSTERED;

create table tool_writes (
  workspace_id KEY not null,
  thread_id KEY not null,
  task_id KEY not null,
  call_id KEY not null,
  run_id KEY not null,
  tool TEXT not null,
  status TEXT not null,
  begun INT not null,
  attempt INT not null,
  result TEXT,
  error TEXT,
  begun_at INT not null,
  ended_at INT,
  primary key (workspace_id, thread_id, task_id, call_id)
) CLUSTERED;

create table replays (
  id KEY not null primary key,
  workspace_id KEY not null,
  trace_id KEY not null,
  settings TEXT not null,
  verdict KEY,
  report TEXT,
  created_at INT not null,
  batch_id KEY
);
create index replays_workspace_id_trace_id_id_idx on replays (workspace_id, trace_id, id);
create index replays_workspace_id_verdict_id_idx on replays (workspace_id, verdict, id);
create index replays_batch_id_trace_id_idx on replays (batch_id, trace_id);

create table replay_batches (
  id KEY not null primary key,
  workspace_id KEY not null,
  status KEY not null,
  settings TEXT not null,
  trace_ids TEXT not null,
  skipped TEXT not null,
  created_at INT not null
);

create table job_leases (
  kind KEY not null,
  id KEY not null,
  owner KEY not null,
  lease_until INT not null,
  primary key (kind, id)
) CLUSTERED;
`
