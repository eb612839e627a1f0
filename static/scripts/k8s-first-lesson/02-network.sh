#!/usr/bin/env bash
# 第 2 步：加载内核模块，打开转发。所有节点都要执行。
set -euo pipefail

# snip:region kernel-modules
printf '%s\n' overlay br_netfilter | sudo tee /etc/modules-load.d/k8s.conf
sudo modprobe overlay
sudo modprobe br_netfilter
# snip:end

# snip:region kernel-sysctl
sudo tee /etc/sysctl.d/k8s.conf <<'EOF'
net.ipv4.ip_forward                 = 1
net.bridge.bridge-nf-call-iptables  = 1
net.bridge.bridge-nf-call-ip6tables = 1
EOF
sudo sysctl --system
# snip:end

# snip:region kernel-check
for key in net.ipv4.ip_forward net.bridge.bridge-nf-call-iptables; do
  [[ "$(sysctl -n "$key")" == 1 ]] || { echo "$key 不是 1" >&2; exit 1; }
done
# snip:end
