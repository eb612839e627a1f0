#!/usr/bin/env bash
# 第 1 步：关掉 swap。所有节点都要执行。
set -euo pipefail

# snip:region swap-off
sudo swapoff -a
sudo sed -i.bak -E 's/^([^#].*[[:space:]]swap[[:space:]].*)$/# \1/' /etc/fstab
# snip:end

# snip:region swap-check
if [[ -n "$(swapon --show)" ]]; then
  echo "仍有 swap 在用，检查 systemctl list-units --type=swap" >&2
  exit 1
fi
# snip:end
