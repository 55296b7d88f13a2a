export const agentTables = `
create table workspaces (
  id KEY not null primary key,
  name TEXT not null,
  created_at INT not null
);

create table settings (
  workspace_id KEY not null references workspaces (id),
  key KEY not null,
  value TEXT not null,
  updated_at INT not null,
  primary key (workspace_id, key)
) CLUSTERED;

create table agents (
  id KEY not null primary key,
  workspace_id KEY not null references workspaces (id),
  slug KEY not null,
  name TEXT not null,
  description TEXT not null,
  template TEXT,
  published_version INT,
  created_at INT not null,
  updated_at INT not null,
  deleted_at INT,
  draft_revision INT not null,
  draft_hash TEXT not null,
  draft_saved_at INT not null,
  draft_node_count INT not null,
  draft_document TEXT not null,
  concurrency INT,
  draft_is_chat INT default 0 not null
);
create unique index agents_workspace_id_slug_idx on agents (workspace_id, slug) where deleted_at is null;

create table draft_revisions (
  agent_id KEY not null references agents (id) on delete cascade,
  revision INT not null,
  hash TEXT not null,
  saved_at INT not null,
  document TEXT not null,
  primary key (agent_id, revision)
);

create table agent_versions (
  id KEY not null primary key,
  workspace_id KEY not null references workspaces (id),
  agent_id KEY not null references agents (id) on delete cascade,
  number INT not null,
  hash TEXT not null,
  message TEXT not null,
  created_at INT not null,
  document TEXT not null,
  author TEXT default 'owner' not null,
  is_chat INT default 0 not null,
  unique (agent_id, number)
);

create table graphs (
  workspace_id KEY not null references workspaces (id),
  hash KEY not null,
  created_at INT not null,
  document TEXT not null,
  primary key (workspace_id, hash)
);

create table connections (
  id KEY not null primary key,
  workspace_id KEY not null references workspaces (id),
  kind TEXT not null,
  name KEY not null,
  base_url TEXT not null,
  default_headers TEXT not null,
  timeout_ms INT,
  max_retries INT,
  concurrency INT,
  allow_private INT not null,
  is_built_in INT not null,
  key_ciphertext BYTES,
  key_hint TEXT,
  created_at INT not null,
  updated_at INT not null,
  api_version KEY,
  requests_per_minute INT,
  tokens_per_minute INT,
  unique (workspace_id, name)
);

create table model_prices (
  id KEY not null primary key,
  workspace_id KEY not null references workspaces (id),
  pattern KEY not null,
  valid_from INT not null,
  input_nanos INT not null,
  cached_read_nanos INT,
  cached_write_nanos INT,
  output_nanos INT not null,
  reasoning_nanos INT,
  audio_input_nanos INT,
  source TEXT not null,
  audio_output_nanos INT,
  audio_cached_nanos INT,
  unique (workspace_id, pattern, valid_from)
);

create table tools (
  id KEY not null primary key,
  workspace_id KEY not null references workspaces (id),
  name KEY not null,
  description TEXT not null,
  schema TEXT not null,
  kind KEY not null,
  effect KEY not null,
  config TEXT not null,
  secrets BYTES,
  is_enabled INT not null,
  created_at INT not null,
  updated_at INT not null,
  deleted_at INT
);
create unique index tools_workspace_id_name_idx on tools (workspace_id, name) where deleted_at is null;

create table mcp_servers (
  id KEY not null primary key,
  workspace_id KEY not null references workspaces (id),
  name KEY not null,
  settings TEXT,
  secrets BYTES,
  listing TEXT not null,
  listed_at INT,
  error TEXT,
  created_at INT not null,
  updated_at INT not null,
  deleted_at INT
);
create unique index mcp_servers_workspace_id_name_idx on mcp_servers (workspace_id, name) where deleted_at is null;

create table prompts (
  id KEY not null primary key,
  workspace_id KEY not null,
  name KEY not null,
  description TEXT not null,
  readme TEXT not null,
  tags TEXT not null,
  is_archived INT not null,
  is_public INT not null,
  is_liked INT not null,
  version INT not null,
  created_at INT not null,
  updated_at INT not null,
  deleted_at INT
);
create unique index prompts_workspace_id_name_idx on prompts (workspace_id, name) where deleted_at is null;

create table prompt_versions (
  workspace_id KEY not null,
  prompt_id KEY not null,
  version INT not null,
  id KEY not null unique,
  hash KEY not null,
  manifest TEXT not null,
  content TEXT not null,
  message TEXT not null,
  created_at INT not null,
  constraint prompt_versions_pk primary key (prompt_id, version)
);

create table prompt_labels (
  workspace_id KEY not null,
  prompt_id KEY not null,
  label KEY not null,
  version INT not null,
  constraint prompt_labels_pk primary key (prompt_id, label)
);

create table prompt_graphs (
  workspace_id KEY not null,
  graph_hash KEY not null,
  node KEY not null,
  prompt_id KEY not null,
  version INT not null,
  constraint prompt_graphs_pk primary key (prompt_id, version, workspace_id, graph_hash, node)
);

create table store_items (
  workspace_id KEY not null,
  namespace KEY not null,
  key KEY not null,
  value TEXT not null,
  created_at INT not null,
  updated_at INT not null,
  ttl INT,
  expires_at INT,
  primary key (workspace_id, namespace, key)
) CLUSTERED;
`
