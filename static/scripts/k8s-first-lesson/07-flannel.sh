#!/usr/bin/env bash
# 第 7 步：安装 flannel，在能用 kubectl 的机器上执行一次。
set -euo pipefail

# snip:region flannel
kubectl apply -f https://github.com/flannel-io/flannel/releases/latest/download/kube-flannel.yml
kubectl -n kube-flannel rollout status daemonset/kube-flannel-ds --timeout=5m
kubectl wait --for=condition=Ready nodes --all --timeout=5m
# snip:end
