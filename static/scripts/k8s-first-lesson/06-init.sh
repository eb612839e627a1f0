#!/usr/bin/env bash
# 第 6 步：初始化控制平面，只在第一台控制平面节点上执行。
set -euo pipefail

# snip:region kubeadm-init
IMAGE_REPOSITORY="${IMAGE_REPOSITORY:-registry.k8s.io}"
KUBE_VERSION="$(kubeadm version -o short)"

sudo kubeadm init \
  --kubernetes-version "$KUBE_VERSION" \
  --image-repository "$IMAGE_REPOSITORY" \
  --pod-network-cidr 10.244.0.0/16
# snip:end

# snip:region kubeconfig
mkdir -p "$HOME/.kube"
sudo install -m 0600 -o "$(id -u)" -g "$(id -g)" /etc/kubernetes/admin.conf "$HOME/.kube/config"
kubectl get nodes
# snip:end

# snip:region join-command
kubeadm token create --print-join-command
# snip:end
