#!/usr/bin/env bash
# 第 4 步：安装 kubeadm、kubelet、kubectl。所有节点都要执行。
set -euo pipefail

# snip:region kube-repo
KUBE_MINOR="${KUBE_MINOR:-v1.37}"
repo="https://pkgs.k8s.io/core:/stable:/$KUBE_MINOR/deb"
keyring=/etc/apt/keyrings/kubernetes-apt-keyring.gpg

sudo install -d -m 0755 /etc/apt/keyrings
curl -fsSL "$repo/Release.key" | sudo gpg --dearmor --yes -o "$keyring"
echo "deb [signed-by=$keyring] $repo/ /" | sudo tee /etc/apt/sources.list.d/kubernetes.list
# snip:end

# snip:region kube-install
sudo apt-get update
sudo apt-get install -y kubelet kubeadm kubectl
sudo apt-mark hold kubelet kubeadm kubectl
sudo systemctl enable --now kubelet
# snip:end
